/**
 * Marks transient content, such as a notice: the snapshot of the feed for the next start leaves it
 * out.
 */
export const transientMarker = { 'data-fleeting': '' } as const
