/** The class on the data blocks of a filled page: a response with its `url`, time (`at`, ms) and `etag`. */
export const FIRST_DATA = 'first-data'
/** The id for the element with a filled page's content, which is shown without scripts too. */
export const FILLED = 'filled'
