/** Each of them answers later, as every use case does that reads or writes. */
type Answering<Cases> = {
  [Name in keyof Cases]: Cases[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Promise<Result>
    : never
}

/**
 * Use cases whose code is loaded, and whose parts are made, when one of them is first called: most
 * commands need few of them, and waited for all.
 */
export function atFirstCall<Cases extends Answering<Cases>>(
  load: () => Promise<Cases>,
  names: { [Name in keyof Cases]: true },
): Cases {
  let loaded: Promise<Cases> | undefined
  const call =
    (name: keyof Cases) =>
    async (...args: never[]): Promise<unknown> => {
      loaded ??= load()
      return (await loaded)[name](...args)
    }
  return Object.fromEntries(
    Object.keys(names).map((name) => [name, call(name as keyof Cases)]),
  ) as unknown as Cases
}
