/** The most requests after one visit, pictures included. */
export const REQUESTS_MAX = 32
/** The minimum interval between two requests, in ms. */
const SPACING_MS = 700

/** The budget is used up, the connection may not be used any more, or the member signed out. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

interface Budget {
  /** Call before each request. Waits for its turn; throws `Stopped` beyond the limit. */
  spend: () => Promise<void>
  remaining: () => number
}

export interface BudgetDeps {
  mayGoOn: () => boolean
  pause: (ms: number) => Promise<void>
}

export function createBudget({ mayGoOn, pause }: BudgetDeps, max = REQUESTS_MAX): Budget {
  let spent = 0
  return {
    async spend() {
      if (spent >= max) throw new Stopped('the budget is used up')
      if (spent > 0) await pause(SPACING_MS)
      if (!mayGoOn()) throw new Stopped('the connection may not be used')
      spent++
    },
    remaining: () => max - spent,
  }
}
