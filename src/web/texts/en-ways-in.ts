import type { PasskeyFault } from "../../accounts/passkeys/verify-passkey.ts";

/** What somebody changed in how an account is opened. */
export type LoginChange =
  | "passkey-added"
  | "passkey-removed"
  | "codes-on"
  | "codes-off"
  | "passkey-asked"
  | "passkey-not-asked"
  | "linked"
  | "unlinked"
  | "password-changed"
  | "password-removed"
  | "recovery-codes-made"
  | "app-password-made";

/** `url`: where the person sees it and can take it back. */
type ToldChange = { email: string; what: string; when: string; url: string };

/** How people log in: passkeys, the second step, and the page of the settings that lists them. */
export const waysInEnglish = {
  title: "Logging in",
  lede: "How you log in to this account. The last way in cannot be removed.",
  elsewhere:
    "Another service keeps the passwords of this server (Supabase). Passkeys and codes from an app are off here: set up a second step there.",
  done: {
    confirmed: "Confirmed. You can make changes for 15 minutes.",
    "passkey-added": "The passkey was added. You can log in with it from now on.",
    "passkey-renamed": "The passkey has a new name.",
    "passkey-removed": "The passkey was removed. Delete it on your device too.",
    "codes-on": "From now on, we ask for a code from your app after the password.",
    "codes-off": "We no longer ask for a code from an app.",
    "passkey-asked": "From now on, we ask for a passkey after the password.",
    "passkey-not-asked": "We no longer ask for a passkey after the password.",
    linked: "The login is linked. You can use it from now on.",
    unlinked: "The login is unlinked. It no longer opens this account.",
    "password-removed": "Your password was removed, and all other sessions have been ended.",
  } as Record<string, string>,

  mail: {
    subject: "A change to how your Plainwire account is opened",
    changes: {
      "passkey-added": "A passkey was added.",
      "passkey-removed": "A passkey was removed.",
      "codes-on": "Codes from an app were turned on as the second step.",
      "codes-off": "Codes from an app were turned off as the second step.",
      "passkey-asked": "A passkey is asked for after the password from now on.",
      "passkey-not-asked": "A passkey is no longer asked for after the password.",
      linked: "A login at another server was linked.",
      unlinked: "A login at another server was unlinked.",
      "password-changed": "The password was changed.",
      "password-removed": "The password was removed.",
      "recovery-codes-made": "New recovery codes were made. The old ones no longer work.",
      "app-password-made": "An app password was created.",
    } satisfies Record<LoginChange, string> as Record<LoginChange, string>,
    text: ({ email, what, when, url }: ToldChange) =>
      `${what}\n\nAccount: ${email}\nTime: ${when}\n\nIf it was you, there is nothing to do.\n\n` +
      `If it was not you, somebody else can use your account. Open this page, confirm that it is you, and remove what you do not know:\n${url}\n\n` +
      `Then set a new password under Settings, Account. That logs out all other devices.\n`,
    lockedOut: ({ email, what, when, url }: ToldChange) =>
      `${what}\n\nAccount: ${email}\nTime: ${when}\n\nIf it was you, there is nothing to do.\n\n` +
      `If it was not you, somebody else has your account. Set a new password here, which logs them out:\n${url}\n`,
  },

  stale: "Nothing was changed. Confirm first that it is you.",
  confirmTitle: "Confirm that it is you",
  confirmWhy: "You logged in a while ago. To change how you log in, confirm that it is you.",
  confirmPassword: "Your password",
  confirm: "Confirm",
  confirmPasskey: "Confirm with a passkey",
  confirmByLogIn: "You have neither a password nor a passkey here. Log out and log in again to make changes.",

  password: "Password",
  hasPassword: "You can log in with your email and your password.",
  noPassword: "You have no password. You can set one under Account.",
  removePassword: "Remove password",
  lastIdentity: "It is your only way in, so it cannot be unlinked.",
  lastPassword: "It is your only way in, so it cannot be removed.",
  lastWay: "This is your last way in. Add another one first.",

  passkeys: "Passkeys",
  passkeysWhy:
    "A passkey is kept by your device, your password manager or a security key. It replaces email and password, and it works on this site only.",
  noPasskeys: "You have no passkey yet.",
  noOrigin: (origin: string, isOperator: boolean) =>
    `Browsers offer passkeys only at an https address with a name, or at localhost. This server’s address is ${origin}. ${isOperator ? "Set PUBLIC_ORIGIN to such an address and restart it." : "Its operator can set PUBLIC_ORIGIN."}`,
  synced: "synchronised",
  otherHost: (host: string) => `made at ${host}, does not work here`,
  madeAt: "added",
  lastUsedAt: "last used",
  neverUsed: "never used",
  passkeyName: "Name",
  passkeyNameHint: "So that you know it again, such as “Phone” or “Blue security key”.",
  badName: "Please enter a name of at most 100 characters",
  addPasskey: "Add a passkey",
  needsScript: "To add one you need JavaScript and a browser that knows passkeys.",
  rename: "Rename",
  renameOf: (name: string) => `Rename the passkey ${name}`,
  newNameOf: (name: string) => `New name of the passkey ${name}`,
  save: "Save",
  remove: "Remove",
  removeOf: (name: string) => `Remove the passkey ${name}`,
  lastPasskey: "It is your only way in, so it cannot be removed.",
  passkeysFull: (max: number) => `You have ${max} passkeys. Remove one first.`,
  passkeyKnown: "This passkey is already here.",
  passkeyGone: "Passkey not found",
  passkeyGoneWhy: "It has already been removed.",
  passkeyRefused: {
    malformed: "The browser’s answer could not be read. Nothing was changed. Try again.",
    "other-site": "This passkey was answered for another site. Open this server at its own address and try again.",
    expired: "That took longer than five minutes. Try again.",
    used: "This answer was used before. Try again.",
    unknown: "This passkey is not known here, or the account is disabled. Log in another way, or use another passkey.",
    unsupported: "This passkey uses a kind of key that we do not support.",
    unverified: "Your device did not check who you are. Set up a PIN, a fingerprint or a face for it, and try again.",
    forged: "The passkey’s signature is wrong.",
    copied:
      "This passkey was refused: its counter went back, so there may be a copy of it. Log in another way, remove it, and add a new one.",
  } satisfies Record<PasskeyFault, string>,
  script: {
    cancelled: "Nothing happened: the passkey was not used, or you cancelled. Try again.",
    known: "This device already has a passkey for this account.",
    elsewhere: (origin: string) => `Passkeys work only at ${origin}. Open this page there.`,
    failed: "That did not work. Reload the page and try again.",
  },

  secondStep: "Second step",
  secondStepWhy:
    "After the password, we ask for something else: a code from an app, or a passkey. Someone who steals only the password cannot log in. A passkey by itself needs no second step.",
  needsPassword: "You have no password, so there is nothing to ask after it.",
  codesOn: "We ask for a code from your app after the password.",
  codesOff: "No app is set up.",
  setUpCodes: "Set up an app",
  replaceCodes: "Set up another app",
  endCodes: "Turn codes off",
  asksPasskey: "We ask for a passkey after the password.",
  askPasskey: "Ask for a passkey after the password",
  stopAskingPasskey: "Stop asking for a passkey",
  askPasskeyHint: "Browsers use passkeys only with JavaScript. Without it, a recovery code is left.",
  recoveryLeft: (left: number) => `${left === 1 ? "1 recovery code is" : `${left} recovery codes are`} left.`,
  renewCodes: "New recovery codes",

  totpTitle: "Codes from an app",
  totpLede:
    "An app on your phone shows a new code every 30 seconds: Aegis, FreeOTP, 2FAS, Google Authenticator and others.",
  totpScan: "Scan this picture with the app.",
  totpPicture: "QR code with the key for your app",
  totpKey: "Or type this key:",
  totpOpen: "Or open it in an app on this device",
  totpCode: "Code from the app",
  totpCodeHint: "Six digits. We ask for it now to see that the app works.",
  totpSubmit: "Turn codes on",
  totpWrong:
    "This code is wrong. Check that the clock of your phone is right, and type the code that the app shows now.",
  totpStale: "The page was open for too long. Scan the new picture.",
  back: "Cancel",

  recoveryTitle: "Recovery codes",
  recoveryLede:
    "If you lose your phone or your passkeys, each of these codes opens your account once, together with your password. Print them, or keep them where you keep your passwords.",
  recoveryNow: "Keep them now. They are not shown again.",
  recoveryCopy: "Copy all codes",
  recoveryKept: "I have kept them",

  stepTitle: "Second step",
  stepLede: (email: string) => `Your password is right. One more step for ${email}.`,
  stepCode: "Code",
  stepCodeHint: "From your app, or one of your recovery codes.",
  stepRecovery: "Recovery code",
  stepSubmit: "Log in",
  stepPasskey: "Use a passkey",
  stepWrong: "This code is wrong, or it was used before. Wait for the next one.",
  stepEnded: "That took too long. Log in again.",
  stepLost: "Lost your app and your codes? The person who runs this server can turn the second step off.",
  logInPasskey: "Log in with a passkey",
};
