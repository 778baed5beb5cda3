/** '#3', or a dash where there is no place. */
export const placeText = (place: number | undefined): string => (place === undefined ? '–' : `#${place}`)
