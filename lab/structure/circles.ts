/** What each node points at. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Groups of nodes that reach each other (Tarjan), lowest first: whatever a group points at comes before it. */
export const groupsOf = (graph: Graph): readonly (readonly string[])[] => {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];
  const visit = (node: string): void => {
    const mine = index.size;
    index.set(node, mine);
    low.set(node, mine);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? mine, low.get(next) ?? mine));
    }
    if (low.get(node) === mine) groups.push(stack.splice(stack.indexOf(node)));
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return groups;
};

export const circlesOf = (graph: Graph): readonly (readonly string[])[] =>
  groupsOf(graph).filter((group) => group.length > 1);

/** The longest chain of arrows, counted in nodes; a circle counts as one. */
export const floorsOf = (graph: Graph): number => {
  const floor = new Map<string, number>();
  for (const group of groupsOf(graph)) {
    const below = group.flatMap((node) => [...(graph.get(node) ?? [])]).filter((next) => !group.includes(next));
    const height = 1 + Math.max(0, ...below.map((next) => floor.get(next) ?? 0));
    for (const node of group) floor.set(node, height);
  }
  return Math.max(0, ...floor.values());
};
