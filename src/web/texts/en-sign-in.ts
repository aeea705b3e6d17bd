/** Logging in with what one has elsewhere: OpenID Connect (`name` is what the operator calls it) and a trusted proxy. */
export const signInInEnglish = {
  with: (name: string) => `Log in with ${name}`,
  down: (name: string) => `${name} is not responding. Try again in a few minutes, or log in another way.`,
  wrongSetting: (name: string) =>
    `Logging in with ${name} does not work because of a wrong setting. The operator finds the reason in the log and with ‘plainwire doctor’.`,
  stale: "This login was started in another window, took too long or was already used. Please start again.",
  denied: (name: string) => `${name} did not confirm the login. Nothing was changed. Try again, or log in another way.`,
  refused: (name: string) =>
    `${name} no longer accepts this login: it has expired or was already used. Please start again.`,
  badProof: (name: string) =>
    `${name} sent an answer that cannot be trusted, so nothing was changed. Try again. If it happens again, tell the operator of this server: the reason is in the log.`,
  notAdmitted: {
    unknown: (name: string) =>
      `No account here is linked to this login at ${name}. Log in another way first, then link it in your settings under Logging in.`,
    "no-email": (name: string) =>
      `${name} did not tell us your email address, which a new account needs. Add one there, or ask the operator of this server to request it.`,
    unverified: (name: string) =>
      `${name} has not verified your email address, so no account was created. Verify it there, then log in again.`,
    domain: () => "New accounts here are only for email addresses of certain domains. Ask the operator of this server.",
    group: (name: string) =>
      `Your groups at ${name} do not allow you to use this server. Ask the operator to add you to one that does.`,
    taken: () =>
      "There is already an account with your email address, or it was created a moment ago. Log in to it another way, then link this login in your settings under Logging in.",
    disabled: () => "This account is disabled. Ask the operator of this server.",
  },

  link: "Link",
  linkOf: (name: string) => `Link your login at ${name}`,
  notLinked: (name: string) => `Link your login at ${name} to log in here without the password.`,
  linkedAs: (label: string) => `Linked: ${label}`,
  lastUsed: "last used",
  unlink: "Unlink",
  unlinkOf: (name: string) => `Unlink your login at ${name}`,
  confirmTitle: (name: string) => `Link your login at ${name}`,
  confirmLede: (label: string, email: string) => `${label} will be able to log in to the account ${email}.`,
  confirm: "Link it",
  cancel: "Cancel",
  yourPassword: "Your Plainwire password",
  linkStale: "The confirmation has expired. Please start again.",
  linkTaken: (name: string) => `This login at ${name} opens another account here. Unlink it there first.`,
  linkOther: (name: string) => `Your account is already linked to another login at ${name}. Unlink that one first.`,
  identityGone: "This login is already unlinked.",

  proxyUnknown: (email: string) =>
    `The proxy in front of this server says that you are ${email}. There is no account with this address, or it is disabled. Ask the operator of this server.`,
  proxyMalformed:
    "The proxy in front of this server did not send an email address. The operator has to set AUTH_PROXY_HEADER to the header that holds it.",
  proxyLogOutTitle: "You are logged out here",
  proxyLogOut:
    "But the proxy in front of this server still knows you: the next page you open logs you in again. Log out of the proxy to stop that.",
  proxyLogOutThere: "Log out of the proxy",
};
