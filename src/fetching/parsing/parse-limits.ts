// All limits of the parser. Whenever one drops items, elements or content, the document's `truncations` say so: a person must
// be able to see why something is missing.

export const itemsMax = 5_000;

// The deepest of the 2,900 feeds in our corpus has nine levels.
export const depthMax = 256;

// Fifty for each of 5,000 items, and 40 MB of memory. 10 MB of `<a/>` would be 2.5 million.
export const elementsMax = 250_000;

export const attributesPerElementMax = 1_000;
export const prefixesPerElementMax = 256;

// For each we search all open elements. Beyond this number, only the end tag of the innermost element closes anything.
export const strayEndTagsMax = 10_000;

export const contentCharsMax = 524_288;
export const titleCharsMax = 1_000;
export const descriptionCharsMax = 2_000;
// How much of the HTML of a title or a description we read.
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

// How much of an HTML page we read, and how much of its text.
export const pageCharsMax = 500_000;
export const pageTextCharsMax = 2_000;
export const candidatesMax = 20;
export const snippetCharsMax = 200;
