import { createContext, useContext } from 'react'

/** Whether the page was used or idle: then further code loads. Provided by the root. */
export const PageUse = createContext(false)

export const useIsPageUsed = () => useContext(PageUse)
