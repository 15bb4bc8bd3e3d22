/** The entry of /api in Remix: passes every method to the endpoint table. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { answerApi } from '~/api/dispatch.server'

export const loader = ({ request, context }: LoaderFunctionArgs): Promise<Response> => answerApi(request, context)
export const action = ({ request, context }: ActionFunctionArgs): Promise<Response> => answerApi(request, context)
