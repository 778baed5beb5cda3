/** Joins class names; what is false or undefined is left out. */
export const classNames = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
