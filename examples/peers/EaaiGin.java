// gin-rummy-eaai (the framework of the EAAI challenge): melds, and the least deadwood of a hand.
//     javac -d CLASSES $(find CHECKOUT/ginrummy -name "*.java")
//     java -cp CLASSES examples/peers/EaaiGin.java
import ginrummy.Card;
import ginrummy.GinRummyUtil;
import java.io.*;
import java.util.*;
import java.util.regex.*;

class EaaiGin {
    static String answer(String line) {
        if (field(line, "cmd").equals("start"))
            return "{'version': 1, 'implementation': {'name': 'gin-rummy-eaai', 'language': 'Java', 'version': '559c712'},"
                .concat(" 'operations': ['is_meld', 'best', 'best_after_discard']}").replace('\'', '"');
        if (field(line, "cmd").equals("variant")) return "{\"ok\": true}";
        String result = "\"skipped\": true";
        try {
            ArrayList<Card> cards = new ArrayList<>();
            for (Matcher found = Pattern.compile("\"([^\"]+)\"").matcher(field(line, "cards")); found.find(); )
                cards.add(Card.strCardMap.get(found.group(1).toUpperCase()));
            boolean onePack = !cards.contains(null) && new HashSet<>(cards).size() == cards.size();
            if (onePack && !line.contains("\"table\""))
                result = "\"result\": {" + switch (field(line, "op")) {
                    case "is_meld" -> "\"legal\": "
                        + GinRummyUtil.getAllMeldBitstrings().contains(GinRummyUtil.cardsToBitstring(cards));
                    case "best" -> "\"deadwood_points\": " + left(cards);
                    default -> "\"deadwood_points\": " + afterDiscard(cards);
                } + "}";
        } catch (RuntimeException error) {
            result = "\"errored\": true, \"message\": \"" + (error + "").replaceAll("[\\\\\"\\p{Cntrl}]", "'") + "\"";
        }
        return "{\"seq\": " + field(line, "seq") + ", " + result + "}";
    }

    static int left(ArrayList<Card> cards) {
        var sets = GinRummyUtil.cardsToBestMeldSets(cards);
        return sets.isEmpty() ? GinRummyUtil.getDeadwoodPoints(cards) : GinRummyUtil.getDeadwoodPoints(sets.get(0), cards);
    }

    /** As its own player does it: every card is tried. */
    static int afterDiscard(ArrayList<Card> cards) {
        int least = Integer.MAX_VALUE;
        for (Card card : cards) {
            ArrayList<Card> others = new ArrayList<>(cards);
            others.remove(card);
            least = Math.min(least, left(others));
        }
        return least;
    }

    static String field(String line, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":\\s*(?:\"([^\"]*)\"|\\[([^\\]]*)\\]|(\\d+))").matcher(line);
        if (!found.find()) return "";
        return found.group(1) != null ? found.group(1) : found.group(2) != null ? found.group(2) : found.group(3);
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null && !field(line, "cmd").equals("stop"); )
            System.out.println(answer(line));
    }
}
