/** An event as the service sends it, by webhook and on the realtime channel. */

interface EnvelopeOptions {
  id: string
  type: string
  paymentId: string
  /** Over what an approval of the charge has. */
  data?: Record<string, unknown>
}

/** The JSON text of an event, by default of an approved charge. */
export const envelope = ({ id, type, paymentId, data }: EnvelopeOptions): string =>
  JSON.stringify({
    id,
    type,
    createdAt: '2026-03-10T12:00:00.000Z',
    storeId: 'store_1',
    data: { paymentId, source: 'api', status: 'PAID', amount: 10.5, ...data },
  })
