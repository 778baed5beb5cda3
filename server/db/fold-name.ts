/**
 * Returns a name folded for comparison: without case, width or compatibility forms. Folded here and
 * not in SQL, so that the result does not depend on PostgreSQL's collation. Stored in `name_key`:
 * the result must never change.
 */
export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase().normalize('NFKC')
