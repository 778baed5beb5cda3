export const placeText = (place: number | undefined): string => (place === undefined ? '–' : `#${place}`)
