/**
 * What is beside a screen on a wide window. `company`: the user's card and conversations. The
 * others are lists, and the screen shows one of their entries.
 */
export type Beside = 'company' | 'messages' | 'settings' | 'swaps'
