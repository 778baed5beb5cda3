/**
 * The class of the data blocks in a filled page, one for each of its reads: the response, as the
 * server sends it, with its `url`, the time of the response (`at`, ms since 1970) and its `etag` as
 * data attributes.
 */
export const FIRST_DATA = 'first-data'
/** The id of the element with the content of a filled page, which is shown without scripts too. */
export const FILLED = 'filled'
