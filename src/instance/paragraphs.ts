/** Returns the paragraphs of a text by an operator: lines, without empty ones. */
export const paragraphs = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
