/** One headline in English, German and Polish each, written for this test: every pair of them is a good translation. */
export const headlines: readonly (readonly [en: string, de: string, pl: string])[] = [
  [
    "Warsaw opens a new bridge over the Vistula",
    "Warschau eröffnet eine neue Brücke über die Weichsel",
    "Warszawa otwiera nowy most na Wiśle",
  ],
  [
    "Chancellor Friedrich Merz meets Donald Tusk in Berlin on Monday",
    "Kanzler Friedrich Merz trifft am Montag Donald Tusk in Berlin",
    "Kanclerz Friedrich Merz spotka się w poniedziałek z Donaldem Tuskiem w Berlinie",
  ],
  [
    "Train drivers strike for 48 hours from Thursday",
    "Lokführer streiken ab Donnerstag 48 Stunden lang",
    "Maszyniści strajkują od czwartku przez 48 godzin",
  ],
  [
    "Council of Elmsford votes against the new car park",
    "Stadtrat von Elmsford stimmt gegen das neue Parkhaus",
    "Rada miasta Elmsford głosuje przeciw nowemu parkingowi",
  ],
  [
    "EU Commission proposes a budget of 1.8 trillion euros",
    "EU-Kommission schlägt einen Haushalt von 1,8 Billionen Euro vor",
    "Komisja UE proponuje budżet w wysokości 1,8 biliona euro",
  ],
  [
    "Rain and strong wind expected in the north of the country",
    "Regen und starker Wind im Norden des Landes erwartet",
    "Na północy kraju spodziewany deszcz i silny wiatr",
  ],
  [
    "Minister: “We will not raise taxes”",
    "Minister: „Wir werden die Steuern nicht erhöhen“",
    "Minister: „Nie podniesiemy podatków”",
  ],
  [
    "Three people injured in a fire in a block of flats in Munich",
    "Drei Menschen bei einem Brand in einem Münchner Wohnhaus verletzt",
    "Trzy osoby ranne w pożarze bloku w Monachium",
  ],
  [
    "Poland and Germany agree on new border controls",
    "Polen und Deutschland einigen sich auf neue Grenzkontrollen",
    "Polska i Niemcy uzgadniają nowe kontrole graniczne",
  ],
  [
    "Bank raises its interest rate to 4.25 per cent",
    "Bank erhöht ihren Zinssatz auf 4,25 Prozent",
    "Bank podnosi stopę procentową do 4,25 procent",
  ],
  [
    "Zelensky thanks the United States for new air defence",
    "Selenskyj dankt den Vereinigten Staaten für neue Luftabwehr",
    "Zełenski dziękuje Stanom Zjednoczonym za nową obronę powietrzną",
  ],
  [
    "Scientists in Zurich find a new way to store heat",
    "Forscher in Zürich finden einen neuen Weg, Wärme zu speichern",
    "Naukowcy z Zurychu znajdują nowy sposób magazynowania ciepła",
  ],
  [
    "No trains between Hamburg and Bremen until Friday",
    "Keine Züge zwischen Hamburg und Bremen bis Freitag",
    "Do piątku nie będzie pociągów między Hamburgiem a Bremą",
  ],
  [
    "Museum in Kraków shows letters by Maria Skłodowska-Curie",
    "Museum in Krakau zeigt Briefe von Maria Skłodowska-Curie",
    "Muzeum w Krakowie pokazuje listy Marii Skłodowskiej-Curie",
  ],
  [
    "Football: Bayern beat Dortmund 3–1",
    "Fußball: Bayern schlägt Dortmund 3:1",
    "Piłka nożna: Bayern wygrywa z Dortmundem 3:1",
  ],
  [
    "Volkswagen closes its plant in Dresden in 2027",
    "Volkswagen schließt sein Werk in Dresden im Jahr 2027",
    "Volkswagen zamyka fabrykę w Dreźnie w 2027 roku",
  ],
  [
    "French parliament rejects the pension reform",
    "Französisches Parlament lehnt die Rentenreform ab",
    "Francuski parlament odrzuca reformę emerytalną",
  ],
  [
    "Hospital in Leeds stops taking new patients",
    "Krankenhaus in Leeds nimmt keine neuen Patienten mehr auf",
    "Szpital w Leeds nie przyjmuje nowych pacjentów",
  ],
  [
    "Prices rose by 2.1 per cent in October",
    "Die Preise sind im Oktober um 2,1 Prozent gestiegen",
    "Ceny wzrosły w październiku o 2,1 procent",
  ],
  [
    "City wants to plant 10,000 trees by 2030",
    "Stadt will bis 2030 10.000 Bäume pflanzen",
    "Miasto chce posadzić 10 000 drzew do 2030 roku",
  ],
  [
    "Pope visits Lisbon and meets young people from Brazil",
    "Papst besucht Lissabon und trifft junge Menschen aus Brasilien",
    "Papież odwiedza Lizbonę i spotyka młodych ludzi z Brazylii",
  ],
  [
    "Court in Vienna frees the former minister Grasser",
    "Gericht in Wien lässt den früheren Minister Grasser frei",
    "Sąd w Wiedniu uwalnia byłego ministra Grassera",
  ],
  [
    "Water in the Danube falls to its lowest level since 2018",
    "Wasser der Donau sinkt auf den niedrigsten Stand seit 2018",
    "Woda w Dunaju spada do najniższego poziomu od 2018 roku",
  ],
  [
    "Teachers in Scotland get six per cent more pay",
    "Lehrer in Schottland bekommen sechs Prozent mehr Lohn",
    "Nauczyciele w Szkocji dostaną sześć procent więcej płacy",
  ],
  [
    "Survey: every second household saves electricity",
    "Umfrage: Jeder zweite Haushalt spart Strom",
    "Sondaż: co drugie gospodarstwo domowe oszczędza prąd",
  ],
];
