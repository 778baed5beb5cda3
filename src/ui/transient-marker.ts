/**
 * Marks transient content, such as a notice: the feed snapshot for the next start leaves it out.
 */
export const transientMarker = { 'data-fleeting': '' } as const
