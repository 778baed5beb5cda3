/**
 * The class on the data blocks in a filled page, one for each read: the response, as the server
 * sends it, with its `url`, the response time (`at`, ms since 1970) and its `etag` as data
 * attributes.
 */
export const FIRST_DATA = 'first-data'
/** The id for the element with a filled page's content, which is shown without scripts too. */
export const FILLED = 'filled'
