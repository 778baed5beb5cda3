/**
 * Marks transient content, such as a notice: the snapshot of the feed for the next start leaves it
 * out.
 */
export const fleeting = { 'data-fleeting': '' } as const
