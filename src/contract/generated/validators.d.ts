// Generated from openapi.yaml by tools/generate.ts. Do not edit: run `npm run generate`.

import type * as contract from './types.ts'

/** Says whether a value has the shape. If not, `errors` says where it differs. */
interface Validator<T> {
  (value: unknown): value is T
  errors?: { instancePath: string; keyword: string; message?: string; params: Record<string, unknown> }[] | null
}
export declare const isStatusResponse: Validator<contract.StatusResponse>
export declare const isBalanceResponse: Validator<contract.BalanceResponse>
export declare const isPaymentResponse: Validator<contract.PaymentResponse>
export declare const isPaymentListResponse: Validator<contract.PaymentListResponse>
export declare const isCreatePayment: Validator<contract.CreatePayment>
export declare const isPaymentEvent: Validator<contract.PaymentEvent>
export declare const isError: Validator<contract.Error>
