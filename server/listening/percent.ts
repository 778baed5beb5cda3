/** Returns a percentage as sent, with one decimal. */
export const roundToTenth = (percent: number): number => Math.round(percent * 10) / 10
