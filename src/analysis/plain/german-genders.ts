// The last parts of nouns that the lexicon replaces or puts in their place.
const genders = {
  m: "zoff streit krach knatsch zank ärger unmut frust sieg triumph boss chef anstieg schock rückschlag dämpfer tiefschlag andrang ansturm abbau brand zorn machthaber tyrann krieg poker aufwand widerstand aufstand hype wirbel rummel trubel protest andrang hass konflikt star fehler flop misserfolg erfolg verlust gewinn vorwurf absturz rückgang einbruch eklat skandal vorfall kurs cop polizist unfall gau frust ärger patzer bock fehler diktator despot zar kumpel freund papa vater killer mörder hetzer redner baron unternehmer könig gigant riese konzern papst guru experte murks ganove gauner betrüger superstar megastar weltstar kracher knaller kollaps rauswurf rausschmiss sturz crash coup diebstahl rüffel tadel seitenhieb reinfall schuss hieb knall krimi spuk wahnsinn irrsinn horror zank zwist stunk knatsch groll andrang triumphzug boom einsatz rauschmiss knast hickhack streitfall vorstoß aufschrei shitstorm alarm bammel schiss deal vertrag handel kuhhandel flieger fluch",
  f: "wut verärgerung klatsche niederlage schlappe blamage pleite zerreißprobe belastungsprobe ohrfeige rüge rede sensation überraschung debatte aufregung trennung krise auseinandersetzung schlacht kritik tirade warnung attacke diskussion hysterie panik sorge angst empörung tat feier sause party lage wende prüfung hetze hölle welle zuwanderung prügelei schlägerei pleite packung schmach abreibung abfuhr demütigung demontage watsche watschn breitseite schelte abrechnung spitze ansage aussage mama mutter beichte enthüllung entlassung überlastung revolution reform änderung führung stütze sozialhilfe lawine explosion steigerung erhöhung zunahme posse farce affäre schande kohle knete begeisterung hetzjagd verfolgung bruchlandung bauchlandung gaudi sitzung entscheidung absage einigung forderung standpauke gardinenpredigt backpfeife kopfnuss entrüstung keilerei rauferei fehde bombe waffe",
  p: "chaoten extremisten terroristen radikalen kleber aktivisten verweigerer gegner hasser muffel bosse chefs kids kinder cops polizisten klatschen niederlagen patzern superstars stars talente juwele mamas mütter papas väter kumpels freunde störer rowdys vandalen verhandlungen probleme mängel gauner betrüger",
  n: "gezerre gerangel hickhack aus ende chaos drama beben problem unwetter gefängnis unglück fiasko desaster debakel treffen verfahren hickhack hin juwel talent wunderkind supertalent spiel spektakel geständnis bekenntnis inferno feuer theater machtwort gezänk gezeter geld risiko flugzeug massaker blutbad gemetzel waterloo wunder märchen rätsel tamtam tohuwabohu wirrwarr fiasko scheitern fest",
};
const genderOf = new Map(
  Object.entries(genders).flatMap(([gender, nouns]) => nouns.split(" ").map((noun) => [noun, gender] as const)),
);

const lettersMin = 3;

/** The gender of a phrase's first noun by its last part, null where that is not known. */
export function genderAt(phrase: string): string | null {
  const noun = /\p{Lu}[\p{L}-]*/u.exec(phrase)?.[0].toLowerCase() ?? "";
  for (let from = 0; from <= noun.length - lettersMin; from += 1) {
    const gender = genderOf.get(noun.slice(from));
    if (gender !== undefined) return gender;
  }
  return null;
}
