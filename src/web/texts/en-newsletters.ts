/** Newsletters: feeds whose items come by mail. */
export const newslettersInEnglish = {
  add: "Add a newsletter",
  lede: "You get a secret mail address. Subscribe to the newsletter with it, and each mail becomes an item in your stream.",
  name: "Name of the newsletter",
  submit: "Create the address",
  full: "You have as many feeds or newsletters as this server allows. Remove one first.",
  off: "This server takes no newsletters. Its operator can set MAIL_DOMAIN.",
  kind: "Newsletter, by mail",
  address: "Mail address of this newsletter",
  copy: "Copy the mail address",
  howTitle: "How it works",
  how: [
    "Subscribe with this address on the newsletter's page. Give it to nobody else: everybody who knows it can send you items.",
    "Most newsletters first send a mail that asks you to confirm. It appears here, as an item with its link.",
    "Removing the newsletter closes the address: mail to it is refused. Use the link “Unsubscribe” of an item first.",
  ],
  noItems: "No mail yet. It appears here as soon as it arrives.",
  neverFetched: "A newsletter is not fetched: its items come by mail.",
  noText: "This mail has no text that we can show.",
  unsubscribe: "Unsubscribe from this newsletter",
};
