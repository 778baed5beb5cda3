export type { FindPageHead, PageHead } from './page-heads.ts'
export { unfurlRoutes } from './routes.ts'
