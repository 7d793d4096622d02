/** How many random cases a property test tries: `LECTERN_TEST_RUNS` of them, else as many as `usual`. */
export function runsOf(usual: number): number {
  const asked = Number(process.env['LECTERN_TEST_RUNS']);
  return Number.isInteger(asked) && asked > 0 ? asked : usual;
}
