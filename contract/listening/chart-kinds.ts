/** What a chart of a member ranks. */
export const chartKinds = ['artists', 'tracks', 'albums'] as const
export type ChartKind = (typeof chartKinds)[number]
