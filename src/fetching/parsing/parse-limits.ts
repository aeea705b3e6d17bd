// Every cap of the parser, in one place. What takes items, elements or content away is told in `truncations` (L25).

export const itemsMax = 5_000;

// The deepest of 2,900 feeds in the corpus has nine levels.
export const depthMax = 256;

// 10 MB of `<a/>` would be 2.5 million. A quarter of a million is fifty for each of 5,000 items, and 40 MB of memory.
export const elementsMax = 250_000;

export const attributesPerElementMax = 1_000;
export const prefixesPerElementMax = 256;

// Each is looked for among all open elements; beyond, only an end tag in its place closes anything.
export const strayEndTagsMax = 10_000;

export const contentCharsMax = 524_288;
export const titleCharsMax = 1_000;
export const descriptionCharsMax = 2_000;
// What is read of the HTML of a title or a description.
export const plainTextSourceCharsMax = 50_000;
export const authorCharsMax = 500;
export const guidCharsMax = 2_000;
export const urlCharsMax = 4_000;
export const categoryCharsMax = 200;
export const languageCharsMax = 35;
export const mediaTypeCharsMax = 100;

// Links, categories, enclosures or authors of one item or feed.
export const listedMax = 50;
export const itemErrorsMax = 100;

// What is read of an HTML page, and of the text on it.
export const pageCharsMax = 500_000;
export const pageTextCharsMax = 2_000;
export const candidatesMax = 20;
export const snippetCharsMax = 200;
