/** What ZooKeeper's record says each member owns. */
import type { GroupWorld } from '../../../trace/world.ts';

const shownAtMost = 60;

export function MemberTable({ group }: { group: GroupWorld }) {
  const { assignment, generation } = group;
  if (assignment.length === 0) return null;
  return (
    <table className="members">
      <caption>On record in generation {generation}</caption>
      <thead>
        <tr>
          <th scope="col">member</th>
          <th scope="col">owns</th>
        </tr>
      </thead>
      <tbody>
        {assignment.slice(0, shownAtMost).map(({ member, partitions }) => (
          <tr key={member}>
            <td className="mono">{member}</td>
            <td>
              {partitions.map((own) => `${own.topic} ${own.partitions.join(' ')}`).join('; ') ||
                '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
