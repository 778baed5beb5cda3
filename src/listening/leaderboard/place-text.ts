/** Returns '#3', or a dash without a place. */
export const placeText = (place: number | undefined): string => (place === undefined ? '–' : `#${place}`)
