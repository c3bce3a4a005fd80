/** What the pages of the demo site show. */

/** What the pages show, for tests to change. */
export interface DemoData {
  charges: { id: string; status: string; amount: number; description: string; createdAt: string }[]
}

export function demoData(): DemoData {
  const statuses = ['PAID', 'PENDING', 'EXPIRED', 'FAILED', 'CREATING']
  return {
    charges: Array.from({ length: 8 }, (_, index) => ({
      id: `pay_8fK2${index}xQ9mZ`,
      status: statuses[index % statuses.length]!,
      amount: 1050 * 7 ** (index % 6),
      description:
        index === 2 ? 'A long description of an order with many words in it' : `Pedido ${1042 + index}`,
      createdAt: new Date(Date.parse('2026-11-20T17:03:22Z') - index * 3_600_000).toISOString(),
    })),
  }
}
