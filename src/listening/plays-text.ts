/** '1 play', '1,204 plays'. */
export const playsText = (plays: number): string => `${plays.toLocaleString('en')} ${plays === 1 ? 'play' : 'plays'}`
