import type pg from 'pg'

type Mode = 'auto' | 'force_generic_plan'

export interface PlanMode {
  /** Makes the connection ready for a marked statement. */
  useGeneric(): Promise<void>
  /** Makes the connection ready for a statement with values that is not marked. */
  useCustom(): Promise<void>
  /** Returns the text for a statement that begins a transaction: in it, values are planned for. */
  toBegin(text: string): string
}

/**
 * Returns a connection's plan mode. Marked statements use one plan for all values: PostgreSQL 15
 * would plan many anew at each call, which takes longer than their execution. Behind a pooler,
 * connections have other settings, and the mode is PostgreSQL's own.
 */
export function createPlanMode(client: pg.ClientBase): PlanMode {
  let mode: Mode = 'auto'
  let isDirect: boolean | undefined

  async function change(wanted: Mode): Promise<void> {
    // A setting made in a transaction would end with it.
    if (mode === wanted || isDirect === false || client.getTransactionStatus() !== 'I') return
    const changed = await client.query(
      `select set_config('plan_cache_mode', '${wanted}', false) where pg_backend_pid() = ${getBackendPid(client)}`,
    )
    isDirect = changed.rows.length === 1
    if (isDirect) mode = wanted
  }

  return {
    useGeneric: () => change('force_generic_plan'),
    useCustom: () => change('auto'),
    toBegin: (text) => (mode === 'auto' || !BEGIN.test(text) ? text : `${text}; set local plan_cache_mode = auto`),
  }
}

const BEGIN = /^(?:begin|start transaction)\b[^;]*$/

/** The types do not declare it. A pooler sends its own number. */
const getBackendPid = (client: pg.ClientBase): number => Number((client as unknown as { processID: unknown }).processID)
