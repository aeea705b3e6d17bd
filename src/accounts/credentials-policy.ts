const emailLengthMax = 254;
// As browsers check <input type="email"> (HTML standard, 4.10.5.1.5), so that page and server never disagree.
const emailForm =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export function parseEmail(text: string): string | null {
  const email = text.trim();
  return email.length <= emailLengthMax && emailForm.test(email) ? email : null;
}

export type PasswordFault =
  | { kind: "missing" }
  | { kind: "too-short"; lengthMin: number }
  | { kind: "too-long"; lengthMax: number }
  | { kind: "guessable" };

/** Enough for any phrase; what a person could send beyond it would only cost us time. */
export const passwordLengthMax = 128;

/**
 * Length and a blocklist, no rules about kinds of characters (NIST SP 800-63B-4: 15 where the password is the only
 * factor). `email` because many people take their own.
 */
export function findPasswordFault(password: string, email: string, lengthMin: number): PasswordFault | null {
  const { length } = Array.from(password);
  if (length === 0) return { kind: "missing" };
  if (length < lengthMin) return { kind: "too-short", lengthMin };
  if (length > passwordLengthMax) return { kind: "too-long", lengthMax: passwordLengthMax };
  return isGuessable(password.toLowerCase(), email.toLowerCase()) ? { kind: "guessable" } : null;
}

export type NewPassword = { password: string; repeated: string };
export type NewPasswordFaults = { password: PasswordFault | null; repeated: "different" | null };

/** Of the two fields in which a new password is typed. */
export function findNewPasswordFaults(
  form: NewPassword,
  email: string,
  passwordLengthMin: number,
): NewPasswordFaults | null {
  const password = findPasswordFault(form.password, email, passwordLengthMin);
  const repeated = form.repeated === form.password ? null : "different";
  return password === null && repeated === null ? null : { password, repeated };
}

const wordEnds = /^[^\p{L}]+|[^\p{L}]+$/gu;

function isGuessable(password: string, email: string): boolean {
  const word = password.replace(wordEnds, "");
  const [name = ""] = email.split("@");
  const isKnown = (text: string) => text !== "" && (commonPasswords.has(text) || text === email || text === name);
  return isKnown(password) || isKnown(word) || isPattern(password);
}

const unitLengthMax = 8;
const runs = ["abcdefghijklmnopqrstuvwxyz", "1234567890", "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm"]
  .map((run) => run.repeat(2))
  .flatMap((run) => [run, run.split("").toReversed().join("")]);

/** A short unit over and over ("abcabcabc…", "2222…"), or a way along the alphabet or the keys. */
function isPattern(password: string): boolean {
  const repeats = (unitLength: number) =>
    password.length >= 2 * unitLength && password.startsWith(password.slice(unitLength));
  return (
    Array.from({ length: unitLengthMax }, (_, index) => index + 1).some(repeats) ||
    runs.some((run) => run.includes(password))
  );
}

/**
 * Passwords that are tried first, in small letters. The usual minimum of 15 keeps out all short ones, so most of these
 * are long; the short ones are for servers that set PASSWORD_MIN_LENGTH lower, and for "word + digits" of any length.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  `password, passwort, contraseña, motdepasse, wachtwoord, parola, haslo, passwordpassword, mypasswordisgood
  thisismypassword, mysecretpassword, supersecretpassword, thisisapassword, yourpasswordhere, defaultpassword
  changeme, changemechangeme, changemeplease, pleasechangeme, administrator, adminadminadmin, adminpassword
  rootpassword, letmein, letmeinplease, letmeinletmein, iloveyou, iloveyousomuch, i love you so much
  iloveyouforever, iloveyoubaby, ilovemyfamily, ilovemyself, qwerty, qwertz, azerty, azertyuiop, azertyuiopqsdfgh
  1qaz2wsx3edc4rfv, 1qaz2wsx3edc4rfv5tgb, 1q2w3e4r5t6y7u8i, 1q2w3e4r5t6y7u8i9o0p, zaq12wsxcde34rfv, qazwsxedcrfvtgb
  correcthorsebatterystaple, correct horse battery staple, correct-horse-battery-staple
  sunshine, princess, football, baseball, basketball, superman, batman, dragon, monkey, shadow, master
  welcome, welcomewelcome, welcometomyworld, trustno1, trustnoone, starwars, whatever, opensesame, abracadabra
  supercalifragilisticexpialidocious, antidisestablishmentarianism, tobeornottobe, to be or not to be
  tobeornottobethatisthequestion, maytheforcebewithyou, may the force be with you, thequickbrownfox
  the quick brown fox, thequickbrownfoxjumps, loremipsum, loremipsumdolorsit, lorem ipsum dolor sit amet
  inthebeginning, in the beginning, onceuponatime, once upon a time, helloworld, hello world, hellohellohello
  plainwire, plainwirepassword, newsreader, dailybrief, minecraft, fortnite, pokemon, liverpool, realmadrid
  manchesterunited, michaeljackson, harrypotter, jesuschrist, jesuslovesme, godisgood, godblessyou, ilovejesus
  internet, computer, samsung, google, facebook, instagram, youtube`
    .split(/[,\n]/)
    .map((password) => password.trim()),
);
