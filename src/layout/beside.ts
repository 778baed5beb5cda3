/**
 * What is beside a screen on a wide window. `company`: what others play, and what waits for the
 * user. The others are lists, and the screen shows one of their entries.
 */
export type Beside = 'company' | 'messages' | 'settings' | 'swaps'
