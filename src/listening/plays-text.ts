import { inThousands } from '#src/ui/numbers.ts'

/** Returns '1 play' or '1,204 plays'. */
export const playsText = (plays: number): string => `${inThousands(plays)} ${plays === 1 ? 'play' : 'plays'}`
