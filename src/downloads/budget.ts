/** Requests after one visit, pictures included. */
export const REQUESTS_MAX = 15
/** Between two requests. */
const SPACING_MS = 700

/** A download ended early: the budget is used up, the connection may not be used any more, or the member signed out. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

export interface Budget {
  /** Call before each request. Waits for the next one's turn; throws `Stopped` when there is none. */
  spend: () => Promise<void>
  left: () => number
}

export interface BudgetDeps {
  mayGoOn: () => boolean
  /** Waits so many ms. */
  rest: (ms: number) => Promise<void>
}

/** Spaces the requests of one run and limits their number. */
export function createBudget({ mayGoOn, rest }: BudgetDeps, max = REQUESTS_MAX): Budget {
  let spent = 0
  return {
    async spend() {
      if (spent >= max) throw new Stopped('the budget is used up')
      if (spent > 0) await rest(SPACING_MS)
      if (!mayGoOn()) throw new Stopped('the connection may not be used')
      spent++
    },
    left: () => max - spent,
  }
}
