/** What a member's chart ranks. */
export const chartKinds = ['artists', 'tracks', 'albums'] as const
export type ChartKind = (typeof chartKinds)[number]
