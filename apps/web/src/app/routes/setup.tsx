export function SetupRoute() {
  return <h1>Welcome</h1>;
}
