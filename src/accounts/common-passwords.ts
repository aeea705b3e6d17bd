/**
 * Passwords that are tried first, in small letters. The usual minimum of 15 keeps out all short ones, so most of these
 * are long; the short ones are for servers that set PASSWORD_MIN_LENGTH lower, and for "word + digits" of any length.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
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
