import { createContext, useContext } from 'react'

/**
 * Whether the page has been used since it was idle, or was idle for some seconds: then code loads
 * that the first screen does not need. Provided by the root.
 */
export const PageUse = createContext(false)

export const useIsPageUsed = () => useContext(PageUse)
