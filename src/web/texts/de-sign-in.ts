import type { Texts } from "./en.ts";

export const signInInGerman: Texts["signIn"] = {
  with: (name) => `Mit ${name} anmelden`,
  down: (name) =>
    `${name} antwortet nicht. Versuch es in ein paar Minuten noch einmal, oder melde dich auf anderem Weg an.`,
  wrongSetting: (name) =>
    `Die Anmeldung mit ${name} geht nicht, weil eine Einstellung falsch ist. Wer den Server betreibt, findet den Grund im Protokoll und mit ‚plainwire doctor‘.`,
  stale:
    "Diese Anmeldung wurde in einem anderen Fenster begonnen, hat zu lange gedauert oder wurde schon benutzt. Bitte fang von vorn an.",
  denied: (name) =>
    `${name} hat die Anmeldung nicht bestätigt. Es wurde nichts geändert. Versuch es noch einmal, oder melde dich auf anderem Weg an.`,
  refused: (name) =>
    `${name} nimmt diese Anmeldung nicht mehr an: Sie ist abgelaufen oder wurde schon benutzt. Bitte fang von vorn an.`,
  badProof: (name) =>
    `${name} hat eine Antwort geschickt, der nicht zu trauen ist. Es wurde nichts geändert. Versuch es noch einmal. Passiert es wieder, sag dem Betreiber dieses Servers Bescheid: Der Grund steht im Protokoll.`,
  notAdmitted: {
    unknown: (name) =>
      `Mit dieser Anmeldung bei ${name} ist hier kein Konto verknüpft. Melde dich zuerst auf anderem Weg an und verknüpfe sie dann in den Einstellungen unter „Anmelden“.`,
    "no-email": (name) =>
      `${name} hat uns deine E-Mail-Adresse nicht mitgeteilt, die ein neues Konto braucht. Trag dort eine ein, oder bitte den Betreiber dieses Servers, sie abzufragen.`,
    unverified: (name) =>
      `${name} hat deine E-Mail-Adresse nicht bestätigt, deshalb wurde kein Konto angelegt. Bestätige sie dort und melde dich dann noch einmal an.`,
    domain: () =>
      "Neue Konten gibt es hier nur für E-Mail-Adressen bestimmter Domains. Frag den Betreiber dieses Servers.",
    group: (name) =>
      `Deine Gruppen bei ${name} erlauben dir diesen Server nicht. Bitte den Betreiber, dich in eine passende aufzunehmen.`,
    taken: () =>
      "Zu deiner E-Mail-Adresse gibt es schon ein Konto, oder es wurde gerade eben angelegt. Melde dich dort auf anderem Weg an und verknüpfe diese Anmeldung dann in den Einstellungen unter „Anmelden“.",
    disabled: () => "Dieses Konto ist gesperrt. Frag den Betreiber dieses Servers.",
  },

  link: "Verknüpfen",
  linkOf: (name) => `Deine Anmeldung bei ${name} verknüpfen`,
  notLinked: (name) => `Verknüpfe deine Anmeldung bei ${name}, um dich hier ohne Passwort anzumelden.`,
  linkedAs: (label) => `Verknüpft: ${label}`,
  lastUsed: "zuletzt benutzt",
  unlink: "Verknüpfung lösen",
  unlinkOf: (name) => `Verknüpfung mit ${name} lösen`,
  confirmTitle: (name) => `Deine Anmeldung bei ${name} verknüpfen`,
  confirmLede: (label, email) => `${label} kann sich dann im Konto ${email} anmelden.`,
  confirm: "Verknüpfen",
  cancel: "Abbrechen",
  yourPassword: "Dein Passwort bei Plainwire",
  linkStale: "Die Bestätigung ist abgelaufen. Bitte fang von vorn an.",
  linkTaken: (name) => `Diese Anmeldung bei ${name} öffnet hier ein anderes Konto. Löse zuerst dort die Verknüpfung.`,
  linkOther: (name) =>
    `Dein Konto ist schon mit einer anderen Anmeldung bei ${name} verknüpft. Löse zuerst diese Verknüpfung.`,
  identityGone: "Diese Verknüpfung ist schon gelöst.",

  proxyUnknown: (email) =>
    `Der Proxy vor diesem Server sagt, du seist ${email}. Zu dieser Adresse gibt es kein Konto, oder es ist gesperrt. Frag den Betreiber dieses Servers.`,
  proxyMalformed:
    "Der Proxy vor diesem Server hat keine E-Mail-Adresse mitgeschickt. Wer den Server betreibt, muss AUTH_PROXY_HEADER auf den Header setzen, in dem sie steht.",
  proxyLogOutTitle: "Du bist hier abgemeldet",
  proxyLogOut:
    "Der Proxy vor diesem Server kennt dich aber noch: Die nächste Seite, die du öffnest, meldet dich wieder an. Melde dich am Proxy ab, um das zu verhindern.",
  proxyLogOutThere: "Am Proxy abmelden",
};
