import type { Texts } from "./en.ts";

export const signInInPolish: Texts["signIn"] = {
  with: (name) => `Zaloguj się przez ${name}`,
  down: (name) => `${name} nie odpowiada. Spróbuj ponownie za kilka minut albo zaloguj się w inny sposób.`,
  wrongSetting: (name) =>
    `Logowanie przez ${name} nie działa z powodu błędnego ustawienia. Administrator znajdzie przyczynę w dzienniku i poleceniem „plainwire doctor”.`,
  stale: "To logowanie rozpoczęto w innym oknie, trwało zbyt długo albo zostało już wykorzystane. Zacznij jeszcze raz.",
  denied: (name) =>
    `${name}: logowanie nie zostało potwierdzone. Nic się nie zmieniło. Spróbuj ponownie albo zaloguj się w inny sposób.`,
  refused: (name) =>
    `${name} nie przyjmuje już tego logowania: wygasło albo zostało wykorzystane. Zacznij jeszcze raz.`,
  badProof: (name) =>
    `${name}: otrzymaliśmy odpowiedź, której nie można ufać, więc nic się nie zmieniło. Spróbuj ponownie. Jeśli to się powtórzy, powiadom administratora tego serwera: przyczyna jest w dzienniku.`,
  notAdmitted: {
    unknown: (name) =>
      `Z tym logowaniem (${name}) nie jest tu połączone żadne konto. Najpierw zaloguj się w inny sposób, a potem połącz je w ustawieniach, w części „Logowanie”.`,
    "no-email": (name) =>
      `${name} nie podaje nam Twojego adresu e-mail, a nowe konto go wymaga. Dodaj go tam albo poproś administratora tego serwera, aby o niego pytał.`,
    unverified: (name) =>
      `${name}: Twój adres e-mail nie jest tam potwierdzony, więc konto nie powstało. Potwierdź go tam i zaloguj się ponownie.`,
    domain: () =>
      "Nowe konta są tu tylko dla adresów e-mail z określonych domen. Zwróć się do administratora tego serwera.",
    group: (name) =>
      `Twoje grupy (${name}) nie dają dostępu do tego serwera. Poproś administratora o dodanie do właściwej grupy.`,
    taken: () =>
      "Konto z Twoim adresem e-mail już istnieje albo powstało przed chwilą. Zaloguj się na nie w inny sposób, a potem połącz to logowanie w ustawieniach, w części „Logowanie”.",
    disabled: () => "To konto jest zablokowane. Zwróć się do administratora tego serwera.",
  },

  link: "Połącz",
  linkOf: (name) => `Połącz swoje logowanie: ${name}`,
  notLinked: (name) => `Połącz swoje logowanie (${name}), aby logować się tutaj bez hasła.`,
  linkedAs: (label) => `Połączono: ${label}`,
  lastUsed: "ostatnie użycie",
  unlink: "Odłącz",
  unlinkOf: (name) => `Odłącz logowanie: ${name}`,
  confirmTitle: (name) => `Połącz swoje logowanie: ${name}`,
  confirmLede: (label, email) => `${label} będzie mieć dostęp do konta ${email}.`,
  confirm: "Połącz",
  cancel: "Anuluj",
  yourPassword: "Twoje hasło do Plainwire",
  linkStale: "Potwierdzenie wygasło. Zacznij jeszcze raz.",
  linkTaken: (name) => `To logowanie (${name}) otwiera tu inne konto. Najpierw odłącz je od tamtego konta.`,
  linkOther: (name) => `Twoje konto jest już połączone z innym logowaniem (${name}). Najpierw odłącz tamto.`,
  identityGone: "To logowanie jest już odłączone.",

  proxyUnknown: (email) =>
    `Serwer pośredniczący (proxy) podaje, że Twój adres to ${email}. Nie ma konta z tym adresem albo jest ono zablokowane. Zwróć się do administratora tego serwera.`,
  proxyMalformed:
    "Serwer pośredniczący (proxy) nie podał adresu e-mail. Administrator musi ustawić w AUTH_PROXY_HEADER nagłówek, który go zawiera.",
  proxyLogOutTitle: "Wylogowano",
  proxyLogOut:
    "Serwer pośredniczący (proxy) nadal Cię jednak zna: następna otwarta strona zaloguje Cię ponownie. Aby temu zapobiec, wyloguj się także tam.",
  proxyLogOutThere: "Wyloguj się z proxy",
};
