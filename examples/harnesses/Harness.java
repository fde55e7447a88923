// A harness to copy: it lets `meldproof conform` ask your game. Replace the part between the lines by calls of it.
//     meldproof conform gin --smoke -- java examples/harnesses/Harness.java
import java.io.*;
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

class Harness {
    // ---- your game --------------------------------------------------------------------------------------------------
    static int rank(String card) {
        return "A23456789TJQK".indexOf(card.charAt(0));
    }

    /** A set, or a run in one suit (the ace low). */
    static boolean isMeld(List<String> cards) {
        List<Integer> ranks = cards.stream().map(Harness::rank).sorted().toList();
        long suits = cards.stream().map(card -> card.charAt(1)).distinct().count();
        if (cards.size() < 3) return false;
        if (ranks.stream().distinct().count() == 1) return suits == cards.size();
        return suits == 1 && IntStream.range(0, ranks.size()).allMatch(i -> ranks.get(i) == ranks.get(0) + i);
    }

    static int points(List<String> cards) {
        return cards.stream().mapToInt(card -> Math.min(rank(card) + 1, 10)).sum();
    } // --------------------------------------------------------------------------------------------------------------

    static String answer(String line) {
        if (field(line, "cmd").equals("start"))
            return "{'version': 1, 'implementation': {'name': 'copied harness', 'language': 'Java', 'version': '1'},"
                .concat(" 'operations': ['is_meld', 'value']}").replace('\'', '"');
        if (field(line, "cmd").equals("variant")) return "{\"ok\": " + field(line, "id").equals("gin") + "}";
        List<String> cards = Pattern.compile("\"([^\"]+)\"").matcher(field(line, "cards")).results()
            .map(found -> found.group(1)).toList();
        String result = "\"skipped\": true";
        try {
            switch (field(line, "op")) {
                case "is_meld" -> result = "\"result\": {\"legal\": " + isMeld(cards) + "}";
                case "value" -> result = "\"result\": {\"points\": " + (isMeld(cards) ? points(cards) : null) + "}";
            }
        } catch (RuntimeException error) {
            result = "\"errored\": true, \"message\": \"" + (error + "").replaceAll("[\\\\\"\\p{Cntrl}]", "'") + "\"";
        }
        return "{\"seq\": " + field(line, "seq") + ", " + result + "}";
    }

    /** The text, number or list of a field; empty where there is none. */
    static String field(String line, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":\\s*(?:\"([^\"]*)\"|\\[([^\\]]*)\\]|(\\d+))").matcher(line);
        return found.find() ? Stream.of(1, 2, 3).map(found::group).filter(Objects::nonNull).findFirst().get() : "";
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream out = System.out;
        System.setOut(System.err); // what the game prints must not get among the answers
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null && !field(line, "cmd").equals("stop"); )
            out.println(answer(line));
    }
}
