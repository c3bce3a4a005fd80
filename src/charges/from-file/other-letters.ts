/**
 * Finds text of another encoding that was read as Windows-1252, which takes any bytes. CP850 (Excel's "CSV (MS-DOS)") and Mac Roman
 * have other characters in the places of its letters: some that Portuguese never has, and some that it has in other places.
 */

/** Longer cells are errors anyway, or aren't sent. */
const MOST_READ = 500

const FOUND = [
  // Never in Portuguese, or not defined in Windows-1252.
  /[\x80-\x9f\xa1-\xa4\xa6\xb5-\xb7\xc6\xcb\xcc\xd2\xd6\xe4-\xe6\xee\xef\xf2\xf8\u0153\u0161\u0178\u017d\u0192\u02c6\u201a\u2020\u2021\u2030\u2039\u203a\u2122]/,
  // A no-break space in a word (á), an ellipsis before one (à), a euro sign (Ç) or a dash (ó) in one.
  /(?<=\p{L})\xa0|\xa0(?=\p{L})|(?<![^\s(])\u2026|\u2026(?=[\p{L}\d])|\u20ac(?=\p{L})|(?<=\p{L})\u2014|\u2014(?=\p{L})/u,
  // Half of a pair of quotation marks (ô, ª), and § or ¼ behind a number (º).
  /(?<=[\p{L}\d])\u201c|\u201c(?!.*\u201d)|(?<!\xab.*)\xbb|(?<=[\p{L}\d.])[\xa7\xbc]/su,
  // An apostrophe (í) that isn't as in d'água, Sant'Ana, O'Brien or Bob's.
  /(?<!\u2018.*)(?:(?<=[aeiouAEIU])\u2019|(?<=\p{L})(?<![DLTOdlt])\u2019(?!s(?!\p{L}))|(?<=[DLTOdlt])\u2019(?![\p{Lu}aeiouh\xe0-\xff]|s(?!\p{L}))|(?<!\p{L})\u2019(?=\p{L}))/su,
  // Small letters among capitals (Á, Í, Ó, Ô, Ú), or at the start where a capital is usual.
  /(?<=\p{Lu}\p{Lu})[\xe0-\xff]|(?<!\p{Ll})[\xe0-\xff](?=\p{Lu})|^\s*[éâê](?=\p{L})|(?<!\S)(?:õ|ç(?=\p{L}))|(?<!\p{L})à(?!s?(?!\p{L})|qu)/u,
  // Ç (Ã) where it can't be, and in JOÃO; Í (Õ) before E.
  /(?<![AEIOUÀ-Ý]|[AEIOUÀ-Ý][NRLPC])Ç|Ç(?![AOUÀ-Ý])|(?<!\p{L})JOÇO(?!\p{L})|ÍE/u,
]

/** Whether a text that was read as Windows-1252 must be of another encoding. A word such as AVIÇO, for AVIÃO, isn't found. */
export function hasOtherLetters(text: string): boolean {
  const start = text.slice(0, MOST_READ)
  return FOUND.some(pattern => pattern.test(start))
}
