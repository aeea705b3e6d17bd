import type { Language } from "./lexicon-entry.ts";

// Closed classes, so short lists hold them whole, as far as headlines use them.
const lists: Record<Language, Record<"det" | "prep" | "pronoun" | "aux", string>> = {
  en: {
    det: "the a an this that these those his her its their our your my no every each some any all both another such what which",
    prep: "in on at by for from of to with over after before as into about against amid during under between through without within despite since until via per like near off out up down around across behind beyond toward towards upon",
    pronoun: "he she it they we you i him them us me who whom himself herself itself themselves",
    aux: "is are was were be been being am has have had do does did will would can could shall should may might must won't can't isn't aren't doesn't don't didn't",
  },
  de: {
    det: "der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner sein seine seinen seinem seiner seines ihr ihre ihren ihrem ihrer ihres unser unsere unseren unserem unserer mein meine dein deine euer eure dieser diese dieses diesen diesem jeder jede jedes jeden jedem alle aller allen welche welcher welches",
    prep: "in im ins an am ans auf aufs aus bei beim mit nach von vom vor vorm zu zum zur für gegen um über unter durch ohne trotz wegen während seit bis zwischen hinter neben laut per ab",
    pronoun: "er sie es wir ihr ich du man ihn ihm ihnen uns euch mich dich sich wer wen wem",
    aux: "ist sind war waren wird werden wurde wurden hat haben hatte hatten kann können soll sollen will wollen muss müssen darf dürfen bin bist sei wäre würde könnte sollte",
  },
  pl: {
    det: "ten ta to te ci tego tej tych tym tymi tę tą ów taki taka takie każdy każda każde żaden żadna żadne jego jej ich swój swoją swoje swojej swoich nasz nasza nasze twój moja mój wszystkie wszyscy",
    prep: "w we na do z ze od o u po za przed pod nad przy przez dla bez między wśród obok wobec według mimo podczas ku",
    pronoun: "on ona ono oni one ja ty my wy go mu ją jej ich im nim nią nich się sobie siebie kto co",
    aux: "jest są był była było byli były będzie będą być ma mają miał miała może mogą mógł można trzeba musi muszą został została zostało zostali zostały",
  },
};

type Class = keyof (typeof lists)["en"] | "function";

const sets = new Map<string, ReadonlySet<string>>();
for (const language of ["en", "de", "pl"] as const) {
  const classes = lists[language];
  for (const [name, words] of Object.entries(classes)) sets.set(`${language} ${name}`, new Set(words.split(" ")));
  sets.set(`${language} function`, new Set(Object.values(classes).join(" ").split(" ")));
}

export function functionWords(name: string, language: Language): ReadonlySet<string> {
  const words = sets.get(`${language} ${name satisfies string as Class}`);
  if (!words) throw new Error(`Unknown word class <${name}>.`);
  return words;
}

/** Polish verbs by their endings, and the ones that are in every second title. */
export const polishVerb =
  /^(?:się|jest|są|ma|mają|będzie|będą|chce|chcą|może|mogą|trwa|grozi|trafi\p{L}*|\p{L}{2,}(?:ł|ła|ło|li|ły|uje|ują|eje|eją|ają|ęli|ęła))$/u;
