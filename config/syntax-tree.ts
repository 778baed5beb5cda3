/** What is read of a node of a syntax tree (ESTree). */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'

/** The nodes right below one, with the names of the fields in which they stand. */
export const childrenOf = (node: Node): readonly (readonly [field: string, child: Node])[] =>
  Object.entries(node).flatMap(([field, value]) =>
    [value]
      .flat()
      .filter(isNode)
      .map((it) => [field, it] as const),
  )

/** The name of an identifier. */
export const nameOf = (node: Node): string | undefined => node['name'] as string | undefined
